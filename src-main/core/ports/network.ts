/** Asks the operating system for the proxies of an address, in PAC syntax such as `PROXY host:8080; DIRECT`. */
export type ResolveProxy = (url: string) => Promise<string>
