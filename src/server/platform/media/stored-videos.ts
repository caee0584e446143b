/** For a backup: the table of videos, and a query for the id and length of each whose bytes have to be in the store. */
export const storedVideos = {
  table: 'media_files',
  query: `select id::text as id, bytes::float8 as bytes from media_files where deleting_since is null order by id`,
}
