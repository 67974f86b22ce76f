module coverstat

go 1.26
