// The library of the charts, in a file of its own.
import '@mantine/charts/styles.css';

export { BarChart as default } from '@mantine/charts';
