import { Fragment } from 'react';
import classes from './email.module.css';

/** An email address in a table: in one piece where there is room, else broken before its @ and its dots. */
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
