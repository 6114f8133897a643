"""The judge: MiniLM that reads a question together with a statement in its place, and says what the statement does for the question."""

import torch
from encoder import MiniLM, tokenizer
from torch import Tensor, nn

LABELS = ["yes", "no", "value", "part", "planned", "none"]
LONGEST_QUESTION, LONGEST_CONTEXT, LONGEST_STATEMENT = 72, 48, 96
# [CLS], [SEP], and "[unused0]" between a statement's place and its words.
CLS, SEP, MARK = 101, 102, 1


class Judge(nn.Module):
    """Token ids, kinds and mask, each [batch, length] → scores [batch, labels] before softmax."""

    def __init__(self) -> None:
        super().__init__()
        self.model = MiniLM()
        width = self.model.words.embedding_dim
        self.dropout = nn.Dropout(0.1)
        self.dense, self.head = nn.Linear(width * 2, width), nn.Linear(width, len(LABELS))

    def forward(self, ids: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
        states = self.model(ids, kinds, mask)
        weight = (mask * kinds)[:, :, None].to(states.dtype)
        mean = (states * weight).sum(1) / weight.sum(1).clamp(min=1)
        pooled = torch.cat([states[:, 0], mean], dim=1)
        return self.head(self.dropout(torch.tanh(self.dense(pooled))))


class PairReader:
    """Turns texts into what the judge reads; the same as `pair-tokens.ts` does."""

    def __init__(self) -> None:
        self.tokenizer = tokenizer()
        self.known: dict[str, list[int]] = {}

    def tokens(self, text: str) -> list[int]:
        """Token ids of a text, without marks."""
        if text not in self.known:
            self.known[text] = self.tokenizer.encode(text, add_special_tokens=False).ids
        return self.known[text]

    def pair(self, question: str, context: str, statement: str) -> tuple[list[int], list[int]]:
        """Ids and kinds. The context loses its beginning, the others their ends."""
        asked = self.tokens(question)[:LONGEST_QUESTION]
        place = self.tokens(context)[-LONGEST_CONTEXT:]
        said = self.tokens(statement)[:LONGEST_STATEMENT]
        first = [CLS, *asked, SEP]
        second = [*place, MARK, *said, SEP]
        return first + second, [0] * len(first) + [1] * len(second)


def batch(pairs: list[tuple[list[int], list[int]]]) -> tuple[Tensor, Tensor, Tensor]:
    """Pads pairs to one length."""
    length = max(len(ids) for ids, _ in pairs)
    ids, kinds, mask = (torch.zeros(len(pairs), length, dtype=torch.long) for _ in range(3))
    for row, (i, k) in enumerate(pairs):
        ids[row, : len(i)] = torch.tensor(i)
        kinds[row, : len(k)] = torch.tensor(k)
        mask[row, : len(i)] = 1
    return ids, kinds, mask
