// What the page reads as JSON, made from the structs of Go: COVERSTAT_UPDATE=1 go test ./cmd/internal/browse -run TestTypes
declare namespace json {
  interface Abilities {
    solve: boolean;
    download: boolean;
    sheet: boolean;
    explore: boolean;
    config: string;
  }

  interface Analysis {
    breakdowns?: Breakdown[];
    drawn?: string;
    until?: number;
    where?: string;
  }

  interface Answer {
    raw: number | string;
    uses?: (number | string)[];
    draws?: number[][];
    options?: any;
    yaml: string;
  }

  interface Bar {
    value: number;
    raw: number | string;
  }

  interface BoardPicture {
    cells: PaintedCell[];
    left?: string[][];
    top?: string[][];
    scale: number[];
    notes?: Note[];
    places: number[];
    orientations: string[];
    template: Template | null;
  }

  interface Breakdown {
    title?: string;
    text?: string;
    by: string[];
    of?: string[];
  }

  interface Character {
    fill?: string;
    region?: number;
    text?: string;
  }

  interface Column {
    name: string;
    type: string;
    nullable?: boolean;
    role?: string;
    scale?: string;
    at_least_if?: string;
    measure?: string;
    meaning?: string;
    unit?: string;
  }

  interface DatasetList {
    server: boolean;
    program: string;
    datasets: Entry[];
  }

  interface Document {
    name: string;
    family: string;
    job: string;
    complete: boolean;
    solutions?: Solutions;
    instances?: Instances;
    samples?: Samples;
    measures: any;
    estimates?: Estimates;
    sequence?: any;
    breakdowns?: GroupTable[];
    effort?: PublishedEffort;
  }

  interface Entry {
    id: number;
    name: string;
    title: string;
    family: string;
    job: string;
    folder: string;
    state: string;
    message: string;
  }

  interface Estimates {
    about: string;
    coverage?: any;
    classes_at_least?: any;
    effective_classes?: any;
    instances?: InstanceShares;
    measures: any;
    weighted?: WeightedEstimates;
  }

  interface Fact {
    key: string;
    text: string;
    value?: any;
  }

  interface FileInfo {
    path: string;
    rows: number;
    bytes: number;
    sha256: string;
  }

  interface Group {
    values: (number | string)[];
    raw_n: number | string;
    distinct_n: number | string;
    of?: GroupPart[];
  }

  interface GroupPart {
    min: number | string | null;
    max: number | string | null;
    raw: GroupSums;
    distinct: GroupSums;
    interval?: any;
  }

  interface GroupSums {
    n: number | string;
    sum: number | string;
    mean: number | null;
  }

  interface GroupTable {
    by: string[];
    of?: string[];
    exact: boolean;
    raw_n: number | string;
    distinct_n: number | string;
    raw_nulls?: number | string;
    distinct_nulls?: number | string;
    mutual_information_bits?: number;
    groups?: Group[];
  }

  interface Heat {
    maps: HeatMap[];
    scale: string[][];
  }

  interface HeatMap {
    piece: string;
    text: string;
    fills: string[];
  }

  interface Input {
    path: string;
    where: string;
    sha256: string;
    bytes: number;
  }

  interface InstanceShares {
    solvable: any;
    unique: any;
  }

  interface Instances {
    raw: number | string;
    distinct: number | string;
    solvable_raw: number | string;
    solvable_distinct: number | string;
    unique_raw: number | string;
    unique_distinct: number | string;
    undecided_raw?: number | string;
    undecided_distinct?: number | string;
    capped_raw?: number | string;
    capped_distinct?: number | string;
    drawn?: number | string;
    meeting?: any;
    by_orbit_size?: Record<string, number | string>;
  }

  interface Made {
    started: string;
    finished: string;
    host?: string;
    workers?: number;
    seconds?: number;
    earlier_tasks?: number;
  }

  interface Manifest {
    schema: number;
    name: string;
    family: string;
    job: string;
    complete: boolean;
    config?: any;
    config_digest: string;
    inputs?: Input[];
    program: Program;
    kernel?: string;
    tasks: Tasks;
    shard?: Shard;
    limit?: number | string;
    extent?: string;
    failure?: string;
    columns: Column[];
    rows: number | string;
    road?: string;
    raw: number | string;
    drawn_from?: number | string;
    failed?: number | string;
    parts: FileInfo[];
    tables?: Table[];
    stats?: FileInfo;
    effort: PublishedEffort;
    effort_file?: FileInfo;
    analysis: Analysis;
    facts?: Fact[];
    made?: Made;
    digest: string;
  }

  interface Note {
    x: number;
    y: number;
    text: string;
  }

  interface Page {
    headline: string[];
    picture: any;
    pieces: Piece[];
    heat?: Heat;
    symmetries: number;
    can: Abilities;
  }

  interface PaintedCell {
    o: number[];
    fill: string;
    region: number;
    text?: string;
    ink?: string;
    repeat?: boolean;
  }

  interface Painting {
    cells: PaintedCell[];
    left?: string[][];
    top?: string[][];
    scale: number[];
    notes?: Note[];
  }

  interface Piece {
    name: string;
    symbol: string;
    copy: number;
    colour: string;
    text: string;
    ink: string;
  }

  interface Program {
    name: string;
    version: string;
    rows?: string;
  }

  interface PublishedEffort {
    nodes: number | string;
    updates?: number | string;
    solutions: number | string;
    deepest?: number;
  }

  interface Puzzle {
    picture: BoardPicture | null;
    pieces: Piece[];
    options: any;
    board: string;
    measures: string[];
  }

  interface Samples {
    drawn: number | string;
    distinct: number | string;
    failed?: number | string;
    by_times_seen?: Record<string, number | string>;
  }

  interface Shard {
    index: number;
    of: number;
  }

  interface Solutions {
    raw: number | string;
    distinct: number | string;
    weighted?: number | string;
    by_orbit_size?: Record<string, number | string>;
    by_symmetry?: Stabiliser[];
  }

  interface SolutionsEnd {
    done: boolean;
    solutions: number;
    complete: boolean;
    link?: string;
    error?: string;
  }

  interface Stabiliser {
    stabiliser: string;
    order: number;
    classes: number | string;
  }

  interface Status {
    dir: string;
    name: string;
    complete: boolean;
    tasks: number;
    of: number;
    share: number;
    rows: number;
    running: boolean;
    writing: boolean;
    extent?: string;
    failure?: string;
    rows_per_second?: number;
    seconds_left?: number;
    left?: string;
  }

  interface Table {
    name: string;
    path: string;
    rows: number;
    bytes: number;
    sha256: string;
    columns: Column[];
  }

  interface Tasks {
    total: number;
    done: number;
    max_share?: number;
  }

  interface Template {
    clues: string;
    ruled: number;
    text: string;
    found: string;
    found_at: string;
    characters: Record<string, Character>;
    ink?: string;
    options: string[];
  }

  interface WeightedEstimates {
    about: string;
    solutions: any;
    classes: any;
    expected_classes: any;
    effective_draws: number;
    heaviest_class: number;
    measures: any;
  }
}
