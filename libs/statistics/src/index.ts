// Statistics of attempts. Other modules use nothing of it.
export { StatisticsModule } from './statistics.module.js';
