"""Puzzles for reasoning-gym, by its own interface."""

import json
import os
import tempfile
import unittest

import reasoning_gym
from reasoning_gym.composite import CompositeConfig, CompositeDataset, DatasetSpec
from reasoning_gym.dataset import ReseedingDataset
from reasoning_gym.factory import create_curriculum

from coverstat import gym

WORK = tempfile.TemporaryDirectory()
os.chdir(WORK.name)
NAMES = ("coverstat_tiling", "coverstat_nonogram", "coverstat_exact_cover")


def solutions(entry):
    """All solutions of a puzzle as answers, by a search of its own."""
    items, *options = entry["metadata"]["problem"].splitlines()
    primary = items.partition("|")[0].split()
    found = []

    def search(open_items, colours, chosen):
        if not open_items:
            found.append(chosen)
            return
        for option in options:
            members = option.split()
            fixed = dict(m.split(":") for m in members if ":" in m)
            covered = {m for m in members if ":" not in m}
            if open_items[0] in covered and covered <= set(open_items) and all(colours.get(k, v) == v for k, v in fixed.items()):
                search([i for i in open_items if i not in covered], colours | fixed, [*chosen, option])

    search(primary, {}, [])
    return [shown(entry, chosen, options) for chosen in found]


def shown(entry, chosen, options):
    if entry["metadata"]["source_dataset"] == "coverstat_exact_cover":
        return " ".join(sorted((f"S{1 + options.index(option)}" for option in chosen), key=lambda name: int(name[1:])))
    cells = {}
    for option in chosen:
        first, *rest = option.split()
        for cell in rest:
            place, _, colour = cell.removeprefix("p").partition(":")
            cells[int(place)] = {"b": "#", "w": "."}.get(colour, first)
    n = entry["metadata"]["n"]
    return "\n".join("".join(cells[i + j] for j in range(n)) for i in range(0, len(cells), n))


class Puzzles(unittest.TestCase):
    def test_exactly_one_solution(self):
        for name in NAMES:
            puzzles = reasoning_gym.create_dataset(name, seed=3, size=6)
            self.assertEqual(len(puzzles), 6)
            for entry in puzzles:
                with self.subTest(name, index=entry["metadata"]["source_index"]):
                    self.assertEqual(solutions(entry), [entry["answer"]])
                    self.assertIn("exactly one solution", entry["question"])
                    self.assertEqual(puzzles.score_answer(entry["answer"], entry), 1)

    def test_every_right_solution_scores(self):
        for name in NAMES:
            puzzles = reasoning_gym.create_dataset(name, seed=4, size=4, max_n=5, min_solutions=2, max_solutions=6)
            for entry in map(json.loads, map(json.dumps, puzzles)):
                with self.subTest(name, index=entry["metadata"]["source_index"]):
                    right = solutions(entry)
                    self.assertIn(len(right), range(2, 7))
                    self.assertEqual(len(right), entry["metadata"]["solutions"])
                    self.assertIn(f"There are {len(right)} solutions.", entry["question"])
                    self.assertIn(entry["answer"], right)
                    self.assertEqual([puzzles.score_answer(answer, entry) for answer in right], [1] * len(right))

    def test_wrong_answers(self):
        for name in NAMES:
            puzzles = reasoning_gym.create_dataset(name, seed=5, size=2, min_n=5, max_n=5)
            for entry in puzzles:
                right = entry["answer"]
                lines = right.splitlines()
                wrong = [None, "", " ", "?", right + " S99", right + "\n" + lines[0], right[:-1], "\n".join(lines[1:]), right.replace(right[0], right[-1]),
                         right + " " + right, "".join(lines) if len(lines) > 1 else right + ", S0", puzzles[1 - entry["metadata"]["source_index"]]["answer"]]
                if len(lines) > 1 and lines != lines[::-1]:
                    wrong.append("\n".join(lines[::-1]))
                for answer in wrong:
                    with self.subTest(name, answer=answer):
                        self.assertEqual(puzzles.score_answer(answer, entry), 0)
                spaced = "\n".join(" ".join(line) for line in lines) + "\n" if len(lines) > 1 else ", ".join(reversed(right.split()))
                self.assertEqual(puzzles.score_answer(spaced, entry), 1)

    def test_seed_and_difficulty(self):
        for name in NAMES:
            wanted = {"seed": 6, "min_n": 5, "max_n": 8, "min_nodes": 12, "max_nodes": 60}
            puzzles = reasoning_gym.create_dataset(name, size=4, **wanted)
            again = reasoning_gym.create_dataset(name, size=9, **wanted)
            self.assertEqual([again[i] for i in (3, 1)], [puzzles[i] for i in (3, 1)])
            self.assertNotEqual(puzzles[0], reasoning_gym.create_dataset(name, **wanted | {"seed": 7})[0])
            for entry in puzzles:
                self.assertIn(entry["metadata"]["nodes"], range(12, 61))
                self.assertEqual(entry["metadata"]["difficulty"], {"n": (5, 8), "solutions": (1, 1), "nodes": (12, 60)})
        self.assertEqual(len({entry["question"] for entry in reasoning_gym.create_dataset(NAMES[0], seed=8, size=10)}), 10)


    def test_splits(self):
        """No image of a solution is in two splits, and puzzles are made many at a time."""
        for name in NAMES:
            where = {}
            for split in ("train", "valid", "test"):
                puzzles = reasoning_gym.create_dataset(name, seed=9, size=40, min_n=5, split=split)
                for entry in puzzles:
                    self.assertEqual(entry["metadata"]["split"], split)
                    rows, problem = entry["answer"].split("\n"), entry["metadata"]["problem"]
                    images = ["\n".join(rows)[::a] for rows in (rows, rows[::-1]) for a in (1, -1)] if len(rows) > 1 else [problem]
                    if name == "coverstat_nonogram":
                        images += ["\n".join(map("".join, zip(*image.split()))) for image in images]
                    for image in images:
                        self.assertEqual(where.setdefault(image, split), split)
            self.assertEqual(set(where.values()), {"train", "valid", "test"})


class Interface(unittest.TestCase):
    def test_config(self):
        for wrong in ({"split": "dev"}, {"min_n": 2}, {"max_n": 13}, {"min_n": 6, "max_n": 5}, {"min_solutions": 0}, {"min_solutions": 2}, {"min_nodes": 9, "max_nodes": 8}, {"size": 0}):
            with self.assertRaisesRegex(ValueError, "expected"):
                reasoning_gym.create_dataset(NAMES[1], **wrong)
        tries, gym.TRIES = gym.TRIES, 3
        try:
            with self.assertRaisesRegex(ValueError, "coverstat_nonogram: no such puzzle in 3 tries"):
                reasoning_gym.create_dataset(NAMES[1], seed=1, min_n=3, max_n=3, min_nodes=1000)[0]
        finally:
            gym.TRIES = tries

    def test_curriculum(self):
        for name in NAMES:
            curriculum = create_curriculum(name)
            curriculum.set_attr_level("n", 2)
            config = curriculum.generate_configuration({"seed": 1, "size": 1})
            self.assertEqual((config.min_n, config.max_n, config.size), (3, 6, 1))
            config.validate()

    def test_wrappers(self):
        mixed = CompositeDataset(CompositeConfig(size=4, seed=1, datasets=[DatasetSpec(name, 1, {}) for name in NAMES]))
        for entry in mixed:
            self.assertEqual(mixed.score_answer(entry["answer"], entry), 1)
        endless = iter(ReseedingDataset(reasoning_gym.create_dataset(NAMES[2], seed=1, size=2), chunk_size=2))
        self.assertEqual(len({next(endless)["question"] for _ in range(5)}), 5)


if __name__ == "__main__":
    unittest.main()
