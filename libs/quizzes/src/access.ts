import { scope } from '#libs/access';

export const READ_QUIZZES = scope('quizzes:read', ['application', 'player', 'viewer']);
export const WRITE_QUIZZES = scope('quizzes:write', []);
