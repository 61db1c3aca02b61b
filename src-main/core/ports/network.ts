/** Asks the operating system which proxies serve an address: the answer of a PAC script, such as `PROXY host:8080; DIRECT`. */
export type ResolveProxy = (url: string) => Promise<string>
