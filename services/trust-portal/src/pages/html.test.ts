import { expect, it } from '@jest/globals';
import { markdownHtml } from './html.js';

it('shows a text as it was written when its markdown would take long to read', () => {
  expect(markdownHtml('**Yes**').text).toContain('<strong>Yes</strong>');
  const marks = '*_`['.repeat(1000);
  expect(markdownHtml(`One <b>\n\n${marks}`).text).toBe(`<p>One &#60;b&#62;</p>\n<p>${marks}</p>`);
});
