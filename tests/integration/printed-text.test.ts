// @module-tag all

import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { RELAY, runProgram, SANDBOX, startProgram } from '../../build/demo/program.ts'
import {
  makePairingCode,
  postHook,
  relayCommand,
  setUpRelay,
  signBody,
  startRelay,
} from '../support/relay/relay.ts'
import { createSigningKey, makeEvent } from '../support/relay/signing.ts'

// A terminal must not execute external text that the command-line tools print.

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

/** A string that clears the screen, changes the color, reverses the text direction, and forges a line. */
const HOSTILE = '\u001b[2J\u009b31m\u202eevil\r\nok forged\u0007'
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
const linesOf = (text: string) => text.split('\n')
const unsafeLines = (text: string) => linesOf(text).filter((line) => UNSAFE.test(line))

/** Runs a program of `build/` as a user does. */
async function runTool(name: string, args: string[], env: Record<string, string> = {}) {
  const path = fileURLToPath(new URL(`../../build/${name}`, import.meta.url))
  const running = promisify(execFile)(process.execPath, [path, ...args], { env: { ...process.env, ...env } })
  return running.catch((error: { stdout: string; stderr: string }) => error)
}

describe('the relay', () => {
  test('escapes ids, names, bodies, and key names in text, JSON, and the log', async () => {
    const key = createSigningKey('iso-submission-rsa-01')
    const keyServer = await startKeyServer(cleanup, [key])
    keyServer.keys.push({ ...key, jwk: { ...key.jwk, kid: `other-${HOSTILE}` } })
    const { data, hook_path } = await setUpRelay(cleanup, keyServer.url)
    const relay = await startRelay(cleanup, data)
    const event_id = `id-${HOSTILE}`
    // JSON escapes only C0 control characters, so the body contains the other unsafe characters unchanged.
    const body = JSON.stringify(makeEvent({ event_id }))
    expect((await postHook(`${relay.ready.url}${hook_path}`, body, signBody(key, body))).status).toBe(202)
    const paired = await fetch(`${relay.ready.url}/v1/pair`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: await makePairingCode(data), device_name: `pc-${HOSTILE}` }),
    })
    expect(paired.status).toBe(200)
    await until(() => (relay.log().includes('id-') ? true : undefined))
    expect(unsafeLines(relay.log())).toEqual([])

    const sandbox = ['--environment', 'sandbox', '--data', data]
    const commands = [
      ['event', 'list', ...sandbox],
      ['event', 'show', ...sandbox, '--event', '1', '--body'],
      ['device', 'list', '--data', data],
      ['doctor', '--data', data, '--signing-keys', 'none-*'],
    ]
    for (const command of commands)
      for (const json of [[], ['--json']]) {
        const { stdout, stderr } = await runProgram(RELAY, [...command, ...json])
        expect(stdout, command.join(' ')).toMatch(/\\u(?:001b|009b)|ZXZpb/)
        expect(unsafeLines(stdout + stderr), command.join(' ')).toEqual([])
        // A newline in an id starts no new line.
        if (command[1] !== 'show')
          expect(linesOf(stdout)).not.toContainEqual(expect.stringMatching(/^ok forged/))
      }
    // A program that parses the JSON output still gets the original text.
    const listed = await relayCommand<{ events: { event_id: string }[] }>(data, [
      'event',
      'list',
      '--environment',
      'sandbox',
    ])
    expect(listed.events[0]?.event_id).toBe(event_id)
  })
})

test('the sandbox escapes the paths of requests in its log and in the log command', async () => {
  const data = cleanup.folder()
  const sandbox = await startProgram<{ base_url: string }>(SANDBOX, ['serve', '--data', data, '--port', '0'])
  cleanup.add(sandbox.kill)
  await fetch(`${sandbox.ready.base_url}/nothing`)
  await sandbox.stop()
  // Node's HTTP server currently refuses a path with control characters. The test therefore writes the path into the sandbox's database
  // directly.
  const database = new DatabaseSync(join(data, 'sandbox.sqlite'))
  database.prepare('UPDATE requests SET path = ?').run(`/${HOSTILE}`)
  database.close()
  for (const json of [[], ['--json']]) {
    const { stdout } = await runProgram(SANDBOX, ['log', '--data', data, ...json])
    expect(stdout).toContain('evil')
    expect(linesOf(stdout)).toHaveLength(2)
    expect(unsafeLines(stdout)).toEqual([])
  }
  expect(unsafeLines(sandbox.log())).toEqual([])
})

test('verify-proof escapes the content of a proof', async () => {
  const file = join(cleanup.folder(), 'proof.json')
  const proof = {
    format: 'funding-desk-proof',
    version: 1,
    environment: 'sandbox',
    deal: { deal_id: 'x', legal_name: 'x', reference: 'x', application_id: null },
    exported_at: 'x',
    entries: [{ at: 'x', fact: { what: 'application_sent', payload_sha256: 'a'.repeat(64) } }],
  }
  const sent = join(cleanup.folder(), `${HOSTILE}.pdf`)
  writeFileSync(sent, '')
  writeFileSync(file, JSON.stringify(proof))
  for (const more of [[], ['--json']]) {
    const { stdout, stderr } = await runTool('verify-proof.mjs', [file, sent, ...more])
    expect(stdout).toContain('evil')
    expect(unsafeLines(stdout + stderr)).toEqual([])
  }
  writeFileSync(file, JSON.stringify({ ...proof, [HOSTILE]: 1 }))
  const invalid = await runTool('verify-proof.mjs', [file])
  expect(invalid.stderr).toContain('evil')
  expect(unsafeLines(invalid.stderr)).toEqual([])
  const missing = await runTool('verify-proof.mjs', [`none-\u001b[2J\u202e.json`])
  expect(missing.stderr).toContain('\\u001b[2J\\u202e')
  expect(unsafeLines(missing.stderr)).toEqual([])
})

test('the conformance check escapes responses', async () => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ access_token: HOSTILE, [HOSTILE]: HOSTILE }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanup.add(() => server.close())
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const args = ['--base-url', base, '--client-id', 'x', '--client-secret-env', 'SECRET', '--wait', '0']
  for (const more of [[], ['--json']]) {
    const { stdout, stderr } = await runTool(
      'conformance/cli.ts',
      [...args, '--requests-per-second', '0', ...more],
      { SECRET: 's' },
    )
    expect(stdout).toContain('evil')
    expect(unsafeLines(stdout + stderr)).toEqual([])
  }
})
