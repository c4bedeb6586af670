import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { type ProcessSystem, replaceProcess } from '../../../src/cli/replace-process.ts';

class Child extends EventEmitter {
  readonly kill = vi.fn();
}

function windows() {
  const child = new Child();
  const spawn = vi.fn(() => child);
  const exit = vi.fn();
  return { child, spawn, exit, system: { execve: undefined, spawn, exit } as unknown as ProcessSystem };
}

const listeners = () => ['SIGHUP', 'SIGINT', 'SIGTERM'].map((signal) => process.listenerCount(signal));

it('becomes the program where the system can do that', () => {
  const execve = vi.fn();
  const { spawn, exit } = windows();
  replaceProcess(['main.js', '--flag'], { A: 'b' }, { execve, spawn, exit } as unknown as ProcessSystem);
  expect(execve.mock.calls).toEqual([
    [process.execPath, [process.execPath, 'main.js', '--flag'], { A: 'b' }],
  ]);
  expect(spawn).not.toHaveBeenCalled();
});

it('elsewhere runs it as a child in the same console, and ends with its status', () => {
  const { child, spawn, exit, system } = windows();
  const before = listeners();
  replaceProcess(['main.js'], { A: 'b' }, system);
  expect(spawn.mock.calls).toEqual([[process.execPath, ['main.js'], { env: { A: 'b' }, stdio: 'inherit' }]]);
  child.emit('exit', 3, null);
  expect(exit.mock.calls).toEqual([[3]]);
  expect(listeners()).toEqual(before);
});

it('waits for the child at Ctrl-C, which the console sends to both, and ends it when it is ended itself', () => {
  const { child, exit, system } = windows();
  replaceProcess(['main.js'], {}, system);
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.emit(signal, signal);
  expect(child.kill).not.toHaveBeenCalled();
  process.emit('SIGTERM', 'SIGTERM');
  expect(child.kill).toHaveBeenCalledOnce();
  expect(exit).not.toHaveBeenCalled();
  child.emit('exit', null, 'SIGTERM');
  expect(exit.mock.calls).toEqual([[1]]);
});

it('reports why the child cannot be started', () => {
  const { child, exit, system } = windows();
  const said = vi.spyOn(console, 'error').mockReturnValue();
  replaceProcess(['main.js'], {}, system);
  child.emit('error', new Error('spawn EACCES'));
  expect(said.mock.calls).toEqual([["main.js can't be started: spawn EACCES"]]);
  expect(exit.mock.calls).toEqual([[1]]);
  child.emit('exit', 1, null);
  said.mockRestore();
});
