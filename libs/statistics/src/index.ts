// Statistics of attempts. No other module uses them.
export { StatisticsModule } from './statistics.module.js';
