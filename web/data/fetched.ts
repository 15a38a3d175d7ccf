/** What a server answers as JSON. Rejects with a message for the reader. */
export async function fetchJson<Answer>(path: string): Promise<Answer> {
  return (await fetched(path)).json() as Promise<Answer>;
}

/** What a server answers. Rejects with a message for the reader. */
export async function fetched(path: string): Promise<Response> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(await response.text());
  return response;
}

/** The server's token has become a cookie: takes it out of the address. */
export function hideToken(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has("token")) return;
  address.searchParams.delete("token");
  history.replaceState(null, "", address);
}
