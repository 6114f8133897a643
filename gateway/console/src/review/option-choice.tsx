import { useId } from 'preact/hooks';
import type { Question } from '../api/types.js';

interface Props {
  question: Question;
  answer: string;
  onChange(answer: string): void;
}

/** The options that an answer names, by their places: options may hold commas themselves. */
export function chosenOf(options: readonly string[], answer: string): string[] {
  const chosen = options.filter((option) => `, ${answer}, `.includes(`, ${option}, `));
  return chosen.filter(
    (option) =>
      !chosen.some((other) => other !== option && other.includes(option) && !answer.split(', ').includes(option)),
  );
}

/** One of the customer's options, or several. */
export function OptionChoice({ question, answer, onChange }: Props) {
  const name = useId();
  const many = question.answer_type === 'multi_choice';
  const chosen = many ? chosenOf(question.options, answer) : [answer];
  const toggle = (option: string): void => {
    const now = chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option];
    onChange(question.options.filter((one) => now.includes(one)).join(', '));
  };
  return (
    <fieldset class="option-choice">
      <legend>Answer</legend>
      {question.options.map((option) => (
        <label key={option} class="check">
          <input
            type={many ? 'checkbox' : 'radio'}
            name={name}
            checked={chosen.includes(option)}
            onChange={() => (many ? toggle(option) : onChange(option))}
          />
          {option}
        </label>
      ))}
      {answer !== '' && (
        <button type="button" class="link small" onClick={() => onChange('')}>
          No answer
        </button>
      )}
    </fieldset>
  );
}
