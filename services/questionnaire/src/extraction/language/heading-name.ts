/** A line that begins with a bullet; numbered lines under a text are parts of a question more often. */
const POINT = /^\s*[-–—•*·‣▪●○]\s*\S/u;

/**
 * What names a column in its heading: the first line, where all lines below it are points that tell how to fill the column in
 * ("Details\n- If yes, say how.\n- If no, say why not."); else the whole text.
 */
export function headingName(text: string): string {
  const end = text.indexOf('\n');
  if (end <= 0) return text;
  const told = text
    .slice(end)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return told.length > 0 && told.every((line) => POINT.test(line)) ? text.slice(0, end).trim() : text;
}
