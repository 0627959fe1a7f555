/** @returns the folder of the newest server that the service can use; undefined where there is none. */
export function findPostgresql(versions?: string): string | undefined;
