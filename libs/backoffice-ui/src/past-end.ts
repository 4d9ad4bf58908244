/** Whether a page of a list no longer exists, for example after its last row was deleted. */
export function isPastEnd(pagination: { page: number; totalPages: number } | undefined): boolean {
  return pagination !== undefined && pagination.totalPages > 0 && pagination.page > pagination.totalPages;
}
