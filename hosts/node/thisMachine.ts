/** Names and addresses that lead to this machine alone. */
export const isThisMachine = (host: string): boolean =>
  /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
