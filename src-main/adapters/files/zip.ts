/** Creates a zip of text files by name. */
export async function zipTexts(files: Record<string, string>): Promise<Uint8Array> {
  const { strToU8, zipSync } = await import('fflate')
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
}
