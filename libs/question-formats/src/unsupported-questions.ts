/** Why a quiz cannot have questions of some types, by Moodle's names of the types. */
export const UNSUPPORTED = {
  description: 'It is a text without answers',
  essay: 'It is an essay question: there are no answers to choose from',
  shortanswer: 'It is a short answer question: there are no wrong answers to choose from',
  numerical: 'It is a numerical question: there are no answers to choose from',
  matching: 'It is a matching question, in which answers are paired and not chosen',
  cloze: 'It is a question with gaps, which has several parts',
};
