"""Pairs of a claim and what is quoted for it, to teach and to measure with: written ones, and contradictions made of them."""

import json
import random
import re
from dataclasses import dataclass
from pathlib import Path

#: Companies of test/bench/drafts that teach nothing.
HELD = {"ParcelFox", "Norrland Clinic Systems", "Kappa Freight", "Lindqvist Pathology", "Telmark", "Sorrel Robotics", "Moth & Lantern Games"}
#: Of the sentences of test/bench/claims each so many-th teaches nothing.
HELD_SENTENCES = 4

NUMBERS = "two three four five six seven eight nine ten twelve fifteen twenty thirty sixty ninety".split()
PERIODS = "hourly daily weekly monthly quarterly annually".split()
UNITS = "minutes hours days weeks months quarters years".split()
PEOPLE = "the customer;a supplier;an outside auditor;the security team;the works council".split(";")
PLANS = "is planned to be;is about to be;will one day be".split(";")
AUXILIARY = re.compile(r"\b(?:is|are|was|were|has|have|can|may|must|will)\b")
DENIAL = re.compile(r"\b(?:not|never|no) ")
POLAR = re.compile(r"^(?:do|does) (.+?)\?*$|^((?:can|are|have|will|must)) (you|we) (.+?)\?*$", re.IGNORECASE)


@dataclass(frozen=True)
class Pair:
    """A claim, the place and the words of what is quoted, and whether it follows."""

    claim: str
    place: str
    quoted: str
    follows: bool


@dataclass(frozen=True)
class Row:
    """A claim or a draft as `claims-pairs.ts` writes it; `passes` and `may` are of its sentences."""

    kind: str
    group: str
    claims: tuple[str, ...]
    place: str
    quoted: str
    follows: bool
    passes: tuple[bool, ...]
    may: tuple[bool, ...]

    @property
    def decided(self) -> bool:
        """Whether a reader of the meaning decides: it does not pass, and every rule but that of unsaid words lets it."""
        return not all(self.passes) and all(p or m for p, m in zip(self.passes, self.may))


def rows_of(path: Path) -> tuple[list[Row], list[Row], set[str]]:
    """Claims, drafts, and the groups of both that are held."""
    claims, drafts, sentences = [], [], {}
    for line in path.read_text(encoding="utf-8").splitlines():
        r = json.loads(line)
        texts, passes, may = zip(*((c["text"], c["passes"], c["may"]) for c in r["claims"])) if r["claims"] else ((), (), ())
        row = Row(r["kind"], r["group"], texts, r["place"], r["quoted"], r["follows"], passes, may)
        if not texts:
            continue
        (claims if r["set"] == "claims" else drafts).append(row)
        if r["set"] == "claims":
            sentences.setdefault(r["group"], len(sentences))
    held = {group for group, at in sentences.items() if at % HELD_SENTENCES == HELD_SENTENCES - 1}
    return claims, drafts, HELD | held


def contradictions(claim: str, rng: random.Random) -> list[str]:
    """The claim with a denial, number, period, unit, whoever acts, or plan exchanged; each at most once."""
    made = []
    auxiliary = AUXILIARY.search(claim)
    if DENIAL.search(claim):
        made.append(DENIAL.sub("", claim, count=1))
    elif auxiliary:
        made.append(f"{claim[: auxiliary.end()]} not{claim[auxiliary.end() :]}")
    for words in (NUMBERS, PERIODS, UNITS):
        found = re.search(rf"\b(?:{'|'.join(words)})\b", claim)
        if found:
            other = rng.choice([w for w in words if w != found.group()])
            made.append(claim[: found.start()] + other + claim[found.end() :])
    digits = re.search(r"\b\d+\b", claim)
    if digits:
        made.append(claim[: digits.start()] + str(int(digits.group()) + rng.randint(1, 9)) + claim[digits.end() :])
    if claim.startswith("We "):
        made.append(rng.choice(PEOPLE).capitalize() + claim[2:])
    planned = re.search(r"\b(?:is|are) (?=\w+ed\b)", claim)
    if planned:
        made.append(claim[: planned.start()] + rng.choice(PLANS) + " " + claim[planned.end() :])
    return made


def pairs_of(rows: list[Row], rng: random.Random) -> list[Pair]:
    """What rows of one source teach: each as written, contradictions of it, another's claim, and two in one."""
    by_group: dict[str, list[Row]] = {}
    for row in rows:
        by_group.setdefault(row.group, []).append(row)
    pairs = []
    for row in rows:
        said = " ".join(row.claims)
        pairs.append(Pair(said, row.place, row.quoted, row.follows))
        near = [r for r in by_group[row.group] if r.quoted != row.quoted and r.follows]
        other = rng.choice(near or rows)
        if not row.follows or other.quoted == row.quoted:
            continue
        made = contradictions(said, rng)
        pairs += [Pair(c, row.place, row.quoted, False) for c in rng.sample(made, min(2, len(made)))]
        pairs.append(Pair(" ".join(other.claims), row.place, row.quoted, other.quoted in row.quoted))
        both = " ".join(rng.sample([row.quoted, other.quoted], 2))
        second = " ".join(other.claims)
        wrong = contradictions(second, rng)
        pairs.append(Pair(f"{said} {second}", "", both, True))
        if wrong:
            pairs.append(Pair(f"{said} {rng.choice(wrong)}", "", both, False))
    return pairs


def claim_of(question: str) -> str | None:
    """ "Do you encrypt backups?" → "We encrypt backups."; None where that takes more than its first words."""
    found = POLAR.match(question)
    if not found:
        return None
    plain, auxiliary, _, rest = found.groups()
    said = plain if plain else f"we {auxiliary.lower()} {rest}"
    said = re.sub(r"\byou\b", "we", re.sub(r"\byour\b", "our", said))
    return f"{said[0].upper()}{said[1:]}."


def question_pairs(folder: Path, most: int, rng: random.Random) -> list[Pair]:
    """Questions of the contrast sets turned into claims: what says yes states them, what says anything else does not."""
    pairs = []
    for file in sorted(folder.glob("*.jsonl")):
        for line in filter(str.strip, file.read_text(encoding="utf-8").splitlines()):
            row = json.loads(line)
            claim = claim_of(row["question"])
            if claim:
                pairs += [Pair(claim, place, said, label == "yes") for place, said, label in row["set"] if label != "part"]
    yes, no = ([p for p in pairs if p.follows == follows] for follows in (True, False))
    return rng.sample(yes, min(len(yes), most // 2)) + rng.sample(no, min(len(no), most // 2))
