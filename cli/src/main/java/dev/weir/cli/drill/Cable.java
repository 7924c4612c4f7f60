package dev.weir.cli.drill;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Carries connections to a port of loopback, until it is cut: then nothing arrives any more and
 * nobody hears of it, as when a network is lost. Mended, it carries on.
 */
final class Cable implements AutoCloseable {
  private final ServerSocket entry;
  private final int exit;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition mended = lock.newCondition();
  private boolean cut;
  private volatile boolean closed;

  Cable(int exit) throws IOException {
    this.exit = exit;
    entry = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().name("cable").start(this::accept);
  }

  int port() {
    return entry.getLocalPort();
  }

  void cut() {
    set(true);
  }

  void mend() {
    set(false);
  }

  private void set(boolean value) {
    lock.lock();
    try {
      cut = value;
      mended.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void awaitWhole() throws InterruptedException {
    lock.lock();
    try {
      while (cut) {
        mended.await();
      }
    } finally {
      lock.unlock();
    }
  }

  private void accept() {
    while (!closed) {
      try {
        Socket near = entry.accept();
        near.setTcpNoDelay(true);
        Thread.ofVirtual().start(() -> connect(near));
      } catch (IOException e) {
        if (!closed) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private void connect(Socket near) {
    try {
      awaitWhole();
      Socket far = new Socket(InetAddress.getLoopbackAddress(), exit);
      far.setTcpNoDelay(true);
      Thread.ofVirtual().start(() -> carry(near, far));
      carry(far, near);
    } catch (IOException e) {
      close(near); // nobody is there: whoever asked sees the connection end
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void carry(Socket from, Socket to) {
    byte[] some = new byte[16_384];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(some); n >= 0; n = in.read(some)) {
        awaitWhole();
        out.write(some, 0, n);
        out.flush();
      }
    } catch (IOException _) {
      // one of the two has gone; both ends learn it below
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      close(from);
      close(to);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    mend();
    entry.close();
  }
}
