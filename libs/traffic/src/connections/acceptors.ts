import { type ChildProcess, type SendHandle, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Server, type ServerOpts, type Socket } from 'node:net';
import { Injectable, Logger } from '@nestjs/common';

/** Acceptors beside the server itself. Each connection wakes all of them, which costs up to 0.2 ms if it comes alone. */
const COUNT = 127;

/** A helper that has not returned all handles by then is ended, in milliseconds. */
const LONGEST_MS = 10_000;

/** A program that sends back the handle that it gets, so many times. */
const RETURN_HANDLE = `process.on('message', (count, handle) => {
  for (let sent = 0; sent < count; sent++) process.send(sent, handle, { keepOpen: true });
})`;

/** What Node's servers have, and its types do not. */
type Listening = Server & ServerOpts & { _handle: SendHandle; _connections: number };

/**
 * Accepts several connections in each turn of the event loop. Node accepts one per turn and listening handle (`uv__server_io` of libuv), and
 * a turn of a busy service takes many milliseconds: of thousands of clients that connect at once, the last ones would wait for half a
 * minute. Each acceptor has a handle of its own for the socket of the server. Node cannot duplicate a handle, but the operating
 * system does for a handle that is sent to another process and back.
 */
@Injectable()
export class Acceptors {
  private readonly logger = new Logger('Connections');
  private readonly acceptors: Server[] = [];
  private helper: ChildProcess | undefined;
  private isClosed = false;

  /**
   * Begins to accept connections for a server that listens, some time later.
   * @param backlog of the server
   */
  open(server: Server, backlog: number): void {
    // Windows accepts without waiting for the event loop.
    if (process.platform === 'win32') return;
    try {
      this.start(server as Listening, backlog);
    } catch (error) {
      this.warn((error as Error).message);
      this.helper?.kill('SIGKILL');
    }
  }

  /** Stops accepting. The server waits for the connections of the acceptors when it closes, as for its own. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const acceptor of this.acceptors) acceptor.close();
    const { helper } = this;
    // It has the socket too: the port would stay in use.
    if (helper?.pid === undefined || helper.exitCode !== null || helper.signalCode !== null) return;
    const exited = once(helper, 'exit');
    helper.kill('SIGKILL');
    await exited;
  }

  private start(server: Listening, backlog: number): void {
    const helper = spawn(process.execPath, ['-e', RETURN_HANDLE], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // No secrets, and no options of this process.
      env: {},
      // Ctrl+C is for the service, which ends the helper.
      detached: true,
    });
    this.helper = helper;
    const limit = setTimeout(() => helper.kill('SIGKILL'), LONGEST_MS).unref();
    helper.on('error', ({ message }) => {
      this.warn(message);
      helper.kill('SIGKILL');
    });
    helper.on('exit', (code, signal) => {
      clearTimeout(limit);
      if (this.acceptors.length < COUNT && !this.isClosed) this.warn(`a helper ended (${signal ?? code})`);
    });
    helper.on('message', (_message, handle) => {
      // The port would stay in use.
      if (this.isClosed) (handle as Server | undefined)?.close();
      else if (handle !== undefined) this.add(server, handle, backlog);
      if (this.acceptors.length === COUNT) helper.disconnect();
    });
    helper.send(COUNT, server._handle);
  }

  private add(server: Listening, handle: SendHandle, backlog: number): void {
    const { allowHalfOpen, noDelay, keepAlive, keepAliveInitialDelay, highWaterMark } = server;
    const options = { allowHalfOpen, noDelay, keepAlive, keepAliveInitialDelay, highWaterMark } as ServerOpts;
    const acceptor: Server = new Server(options, (socket) => {
      // As if the server had accepted it: it waits for the connection when it closes.
      (acceptor as Listening)._connections--;
      server._connections++;
      (socket as Socket & { _server: Server })._server = server;
      server.emit('connection', socket);
    });
    acceptor.on('error', (error) => server.emit('error', error));
    acceptor.listen(handle, backlog);
    this.acceptors.push(acceptor);
  }

  private warn(reason: string): void {
    this.logger.warn(`New connections are accepted slowly: ${reason}`);
  }
}
