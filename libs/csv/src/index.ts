// The rows of CSV files, for the service and for the pages. It uses neither Node.js nor a browser.
export { type Cell, csvLine, withoutGuard } from './csv-line.js';
