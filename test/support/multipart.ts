/** A part of a form: a text, or a file with its name and declared type. */
export type Part = readonly [name: string, value: string] | readonly [name: string, file: FilePart];

export interface FilePart {
  fileName: string;
  type: string;
  content: string | Uint8Array;
}

/** A form in the order of its parts. */
export function form(...parts: Part[]): FormData {
  const data = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, new Blob([value.content], { type: value.type }), value.fileName);
  }
  return data;
}

/** A CSV file of one column of questions. */
export const csvOf = (questions: string[], fileName = 'questions.csv'): FilePart => ({
  fileName,
  type: 'text/csv',
  content: ['Question,Answer', ...questions.map((question) => `"${question.replaceAll('"', '""')}",`)].join('\r\n'),
});

export const markdown = (content: string, fileName = 'policy.md'): FilePart => ({
  fileName,
  type: 'text/markdown',
  content,
});
