import { scope } from '#libs/http';

export const READ_QUIZZES = scope('quizzes:read', ['player', 'viewer']);
export const WRITE_QUIZZES = scope('quizzes:write', []);
