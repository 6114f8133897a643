/** "① …", "❸ …", "➉ …": a number in a circle in front of a text. */
export function hasCircledNumber(text: string): boolean {
  return /^\s*[\u2460-\u2473\u24f5-\u24fe\u2776-\u2793]\s*\p{L}/u.test(text);
}

/** "【Access】", "［設備］", "〈안전〉": brackets around the whole of a short text make it a title. */
export function isBracketed(text: string): boolean {
  return /^\s*(?:【[^【】]+】|［[^［］]+］|〈[^〈〉]+〉|《[^《》]+》)\s*$/u.test(text);
}
