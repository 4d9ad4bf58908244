import { type ChildProcess, type SendHandle, spawn } from 'node:child_process';
import { Server } from 'node:net';
import { Injectable, Logger } from '@nestjs/common';

/** Acceptors beside the server itself. */
const COUNT = 31;

/** A program that sends back the handle that it gets, so many times. */
const RETURN_HANDLE = `process.on('message', (count, handle) => {
  for (let sent = 0; sent < count; sent++) process.send(sent, handle, { keepOpen: true });
})`;

/**
 * Accepts several connections in each turn of the event loop. Node accepts one per turn and listening handle (`uv__server_io` of libuv), and
 * a turn of a busy service takes many milliseconds: of thousands of clients that connect at once, the last ones would wait for half a
 * minute. Each acceptor has a handle of its own for the socket of the server. Node cannot duplicate a handle, but the operating
 * system does for a handle that is sent to another process and back.
 */
@Injectable()
export class Acceptors {
  private readonly logger = new Logger('Connections');
  private readonly servers: Server[] = [];
  private helper: ChildProcess | undefined;
  private isClosed = false;

  /**
   * Begins to accept connections for a server that listens, some time later.
   * @param backlog of the server
   */
  open(server: Server, backlog: number): void {
    const { _handle: handle } = server as unknown as { _handle: SendHandle };
    const helper = spawn(process.execPath, ['-e', RETURN_HANDLE], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    this.helper = helper;
    helper.on('error', (error) => this.logger.warn(`New connections are accepted slowly: ${error.message}`));
    helper.on('exit', (code, signal) => {
      if (this.servers.length < COUNT && !this.isClosed) {
        this.logger.warn(`New connections are accepted slowly: a helper ended (${signal ?? code})`);
      }
    });
    helper.on('message', (_message, returned) => {
      this.add(server, returned, backlog);
      if (this.servers.length === COUNT) helper.disconnect();
    });
    helper.send(COUNT, handle);
  }

  /** Stops accepting. @returns after the connections of these acceptors have ended */
  async close(): Promise<void> {
    this.isClosed = true;
    this.helper?.kill();
    await Promise.all(this.servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }

  private add(server: Server, handle: SendHandle, backlog: number): void {
    // As Node's HTTP server accepts its own.
    const acceptor = new Server({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket));
    acceptor.on('error', (error) => server.emit('error', error));
    acceptor.listen(handle, backlog);
    this.servers.push(acceptor);
    if (this.isClosed) acceptor.close();
  }
}
