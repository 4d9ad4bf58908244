import { serviceError } from '#libs/http';

export class NoLeaderboardEntry extends serviceError(404, 'No entry in this leaderboard') {}
