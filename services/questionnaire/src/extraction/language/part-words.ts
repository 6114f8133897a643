/** "Part a", "Teil 2:", "Parte iii": a part of what is asked above, and what was written behind or below it. */
const PART =
  /^((?:part|teil|partie|parte|deel|del|osa|cast|část|część|часть|b[öo]l[üu]m|パート)\s*\(?(?:(?!\p{Ideographic})\p{L}|[ivx]{1,5}|\d{1,2})\)?)(?:\s*[:：.)–-]|[^\S\n]*\n|$)([\s\S]*)$/iu;

/** The label of a part and the text behind it; undefined where the text begins otherwise. */
export function partOf(text: string): { label: string; rest: string } | undefined {
  const [, label, rest] = PART.exec(text.trim()) ?? [];
  return label === undefined || rest === undefined ? undefined : { label, rest: rest.trim() };
}
