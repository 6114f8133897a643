/** What generators of sites add to Markdown, taken out or turned into Markdown, so that the text that it marks is read. */

/** Attributes of kramdown: "{: .notice}". */
const ATTRIBUTES = /\{:[^{}\n]{0,200}\}/g;
/** Roles of Sphinx and MyST before a name: ":ref:" or "{term}". */
const ROLE = /(?::[a-z][a-z:-]{1,30}:|\{[a-z][a-z:-]{1,30}\})(?=`)/g;
/** A tag of Liquid or Jinja, or a shortcode of Hugo: "{% link a.md %}", "{{< ref "a" >}}", "{{% note %}}". */
const TAG = String.raw`(?:\{\{?%[^%\n]{0,300}%\}\}?|\{\{<[^>\n]{0,300}>\}\})`;
const TAG_AS_ADDRESS = new RegExp(String.raw`\]\(${TAG}[^)\s]{0,300}\)`, 'g');
/** Tags that begin or end a line or end a sentence; the condition of a template is none: what it wraps may not hold. */
const OUTER_TAG = new RegExp(
  String.raw`(?<=^[ \t>*-]{0,20})(?!${conditional()})${TAG}|[ \t]{0,20}(?!${conditional()})${TAG}(?=[.!?;,:]?(?:[ \t]*\r?$|[ \t]+\p{Lu}))`,
  'gmu',
);
/** Emoji by name: ":tada:"; "12:30:15" and "a:b:c" are none. */
const EMOJI = /[ \t]?(?<![\w:`/]):(?=[a-z0-9_+-]{0,40}[a-z1])([a-z0-9_+-]{1,40}):(?![\w:`/])/g;
/** The names of those that say yes or no. */
const EMOJI_SIGNS = new Map([
  ['white_check_mark', '✅'],
  ['heavy_check_mark', '✔'],
  ['ballot_box_with_check', '☑'],
  ['x', '❌'],
  ['heavy_multiplication_x', '✖'],
  ['negative_squared_cross_mark', '❌'],
]);
/** A note of MkDocs: its title, and a body that is indented by four. */
const NOTE_ABOVE = /^([ \t]*)(?:!!!|\?\?\?\+?)[ \t][\w \t-]*(?:"([^"]*)")?$/;
/** A container of Docusaurus, MyST or Pandoc: ":::note", ":::tip[Title]", "::: {.warning}", ":::{note} Title". */
const CONTAINER = /^([ \t]*):{3,}([^:].*)$/;
const CONTAINER_END = /^[ \t]*:{3,}$/;
/** The alert of a quotation: "> [!NOTE]", "> [!tip]- Title". */
const ALERT = /^([ \t]*(?:>[ \t]?){1,20})\[![A-Za-z]{2,20}\](.*)$/;
/** A block of AsciiDoc: "[NOTE]" above a line of "====" or "----". */
const ASCIIDOC = /^\[[A-Z]{2,20}\]$/;
const ASCIIDOC_EDGE = /^={4,}$/;
/** What a term of a definition list means: ": …" in the line below it. */
const DEFINITION = /^:[ \t]+(?=\S)/;
const TERM = /^[\p{L}\p{N}][^.:?!|]{0,59}$/u;
/** How a line of any of these begins. Others keep the blanks at their ends, which break lines. */
const MAY_OPEN = /^[ \t]*(?:!!!|\?\?\?|:::|>|\[[A-Z]|====)/;
const DEEPEST = 20;

/** Tags that ask, repeat or set: what stands between them is a template. */
function conditional(): string {
  return String.raw`\{\{?%[-~]?\s*(?:end)?(?:if\w*|unless|else|elsif|elif|case|when|for|set|assign|macro|block)\b`;
}

/** Markdown without the marks of site generators. Takes linear time. */
export function withoutSiteMarks(markdown: string): string {
  const plain = markdown
    .replace(ATTRIBUTES, '')
    .replace(ROLE, '')
    .replace(TAG_AS_ADDRESS, '](#)')
    .replace(OUTER_TAG, '')
    .replace(EMOJI, (all, name: string) => {
      const sign = EMOJI_SIGNS.get(name);
      return sign === undefined ? '' : `${all.startsWith(':') ? '' : ' '}${sign}`;
    });
  return opened(
    plain.split('\n').map((line) => (MAY_OPEN.test(line) ? line.trimEnd() : line)),
    0,
  ).join('\n');
}

/** The lines with the bodies of notes brought to the depth of the text around them, titles as paragraphs of their own. */
function opened(lines: readonly string[], depth: number): string[] {
  const out: string[] = [];
  let asciidoc = false;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    const note = depth < DEEPEST ? NOTE_ABOVE.exec(line) : null;
    const container = CONTAINER.exec(line);
    const alert = ALERT.exec(line);
    if (note !== null) {
      const indent = note[1]!;
      const end = bodyEnd(lines, i + 1, indent);
      const body = lines
        .slice(i + 1, end)
        .map((l) => (l.trim() === '' ? '' : indent + l.slice(indent.length).replace(/^(?:\t| {4})/, '')));
      out.push('', `${indent}${note[2] ?? ''}`, '', ...opened(body, depth + 1), '');
      i = end - 1;
    } else if (container !== null) out.push('', `${container[1]!}${titleOf(container[2]!)}`, '');
    else if (CONTAINER_END.test(line)) out.push('');
    else if (alert !== null) out.push(alert[1]! + alert[2]!.replace(/^[+-]/, '').trim(), alert[1]!.trimEnd());
    else if (ASCIIDOC.test(line) && ASCIIDOC_EDGE.test(lines[i + 1] ?? '')) {
      asciidoc = true;
      out.push('', '');
      i++;
    } else if (asciidoc && ASCIIDOC_EDGE.test(line)) {
      asciidoc = false;
      out.push('');
    } else if (DEFINITION.test(line) && TERM.test(out.at(-1)?.trim() ?? '')) {
      out.push(`${out.pop()!.trimEnd()}: ${line.replace(DEFINITION, '')}`);
    } else out.push(line);
  }
  return out;
}

/** The title behind the kind of a container: "note Title", "note[Title]", "{.note}" without one. */
function titleOf(head: string): string {
  const title = head
    .trim()
    .replace(/^(?:\{[^}]*\}|[\w-]+)/, '')
    .trim();
  if (title.startsWith('{')) return '';
  return title.startsWith('[') && title.endsWith(']') ? title.slice(1, -1) : title;
}

/** Where what is indented below a note ends; blank lines between belong to it. */
function bodyEnd(lines: readonly string[], from: number, indent: string): number {
  let end = from;
  for (let i = from; i < lines.length; i++) {
    const line = lines[i]!;
    if (line.trim() === '') continue;
    if (!line.startsWith(indent) || !/^(?:\t| {4})/.test(line.slice(indent.length))) break;
    end = i + 1;
  }
  return end;
}
