import { Fragment } from 'react';
import classes from './email.module.css';

/** An email address in a table: on one line if there is room, else with breaks before its @ and its dots. */
export function Email({ children: email }: { children: string }) {
  return (
    <span className={classes.email}>
      {email.split(/(?=[@.])/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
