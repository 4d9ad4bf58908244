import { parseBody, ValidationFailed } from '#libs/http';
import { QuestionBody } from '../quiz.dto.js';
import type { ReadQuestion } from '../read-question.dto.js';
import type { ParsedQuestion } from './parsed-question.js';

/** The question as a quiz can have it, or the rule that it breaks. */
export function checkQuestion(parsed: ParsedQuestion): ReadQuestion {
  const { line, name = null, dropped = [] } = parsed;
  const rejected = (problem: string): ReadQuestion => ({ line, name, question: null, problem, dropped: [] });
  if ('problem' in parsed) return rejected(parsed.problem);
  const question = { text: parsed.text, imageUrl: null, answers: parsed.answers };
  try {
    parseBody(QuestionBody, question);
    return { line, name, question, problem: null, dropped };
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    return rejected(error.message);
  }
}
