import { Breadcrumbs } from '@mantine/core';
import type { ReactNode } from 'react';

/** Links to the pages above a page. Long names wrap. */
export const PageBreadcrumbs = ({ children }: { children: ReactNode }) => (
  <Breadcrumbs
    component="nav"
    aria-label="Breadcrumb"
    fz="sm"
    styles={{ root: { flexWrap: 'wrap' }, breadcrumb: { whiteSpace: 'normal' } }}
  >
    {children}
  </Breadcrumbs>
);
