/**
 * Has the keychain begin: its first answer after a start takes many times as long as any other, and comes by itself meanwhile.
 * What it says is of no interest; whoever asks for a secret later is told what is wrong.
 */
export async function wakeKeychain(service: string): Promise<void> {
  try {
    const { default: keytar } = await import('keytar')
    await keytar.getPassword(service, 'wake')
  } catch {
    // Told when a secret is asked for.
  }
}
