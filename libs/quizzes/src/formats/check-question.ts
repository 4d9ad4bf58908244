import { parseBody, ValidationFailed } from '#libs/http';
import { ANSWER_COUNT, QuestionBody } from '../quiz.dto.js';
import type { ReadQuestion } from '../read-question.dto.js';
import type { ParsedQuestion } from './parsed-question.js';

/** The question as a quiz can have it, or the rule that it breaks, in words for people who do not know the API. */
export function checkQuestion(parsed: ParsedQuestion): ReadQuestion {
  const { line, name = null, dropped = [] } = parsed;
  const rejected = (problem: string): ReadQuestion => ({ line, name, question: null, problem, dropped: [] });
  if ('problem' in parsed) return rejected(parsed.problem);
  const question = { text: parsed.text, imageUrl: null, answers: parsed.answers };
  const { min, max } = ANSWER_COUNT;
  const count = question.answers.length;
  if (count < min) return rejected(`It has ${count === 1 ? '1 answer' : 'no answers'}, but needs ${min} to ${max}`);
  if (count > max) return rejected(`It has more than ${max} answers`);
  try {
    parseBody(QuestionBody, question);
    return { line, name, question, problem: null, dropped };
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    return rejected(error.message.replace(/answers\[(\d+)\]\.text/g, (_, index) => `answer ${Number(index) + 1}`));
  }
}
