/** Whether a page of a list is no more, as when the last row on the last page was deleted. */
export function isPastEnd(pagination: { page: number; totalPages: number } | undefined): boolean {
  return pagination !== undefined && pagination.totalPages > 0 && pagination.page > pagination.totalPages;
}
