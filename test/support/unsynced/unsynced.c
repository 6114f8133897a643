/*
 * Preloaded into a process, this remembers what a loss of power would take: the old bytes of every write to the files in a
 * folder, until they are synced. After a kill, unsynced.mjs puts the old bytes back. Names of files are taken to be kept.
 *
 * UNSYNCED_FOLDER  only files in this folder, but no shared memory, are watched
 * UNSYNCED_LOG     the folder of the remembered bytes, one file for each watched file
 * UNSYNCED_IGNORE  when set, no sync counts: as if the process never asked for one
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static ssize_t (*real_pwrite)(int, const void *, size_t, off64_t);
static ssize_t (*real_write)(int, const void *, size_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_ftruncate)(int, off64_t);
static const char *folder, *log_folder;
static int ignore_syncs;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct record {
  int64_t offset; /* of the bytes that were written or cut off */
  int64_t length; /* of these bytes */
  int64_t old_length; /* how many of them were there before; they follow the record */
  int64_t old_size; /* of the file */
  int64_t truncation; /* 1: the bytes were cut off */
};

__attribute__((constructor)) static void begin(void) {
  real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  real_write = dlsym(RTLD_NEXT, "write");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
  folder = getenv("UNSYNCED_FOLDER");
  log_folder = getenv("UNSYNCED_LOG");
  ignore_syncs = getenv("UNSYNCED_IGNORE") != NULL;
}

static void give_up(const char *what) {
  fprintf(stderr, "unsynced: %s: %s\n", what, strerror(errno));
  abort();
}

/* Opens the log of a watched file with `flags`; -1 when the file is not watched. */
static int log_of(int fd, int flags) {
  char link[64], path[PATH_MAX], name[PATH_MAX];
  if (!folder || !log_folder) return -1;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return -1;
  path[length] = 0;
  size_t prefix = strlen(folder);
  if (strncmp(path, folder, prefix) || path[prefix] != '/') return -1;
  if (length > 4 && !strcmp(path + length - 4, "-shm")) return -1;
  for (char *at = path + prefix + 1; *at; at++)
    if (*at == '/') *at = '+';
  snprintf(name, sizeof name, "%s/%s", log_folder, path + prefix + 1);
  int log = open(name, flags | O_CLOEXEC, 0600);
  if (log < 0 && errno != ENOENT) give_up("the log cannot be opened");
  return log;
}

/* Remembers the bytes that are about to change. The caller holds the lock. */
static void remember(int fd, off64_t offset, size_t length, int truncation) {
  int log = log_of(fd, O_WRONLY | O_CREAT | O_APPEND);
  if (log < 0) return;
  struct stat64 now;
  if (fstat64(fd, &now)) give_up("a watched file has no size");
  int64_t there = now.st_size > offset ? now.st_size - offset : 0;
  if (there > (int64_t)length) there = length;
  size_t size = sizeof(struct record) + there;
  char *entry = malloc(size);
  if (!entry) give_up("no memory");
  struct record head = {offset, length, there, now.st_size, truncation};
  memcpy(entry, &head, sizeof head);
  /* The file may be open for writing only. */
  char own[64];
  snprintf(own, sizeof own, "/proc/self/fd/%d", fd);
  int reader = there > 0 ? open(own, O_RDONLY | O_CLOEXEC) : -1;
  if (there > 0 && pread64(reader, entry + sizeof head, there, offset) != there) give_up("old bytes cannot be read");
  if (reader >= 0) close(reader);
  if (real_write(log, entry, size) != (ssize_t)size) give_up("the log cannot be written");
  free(entry);
  close(log);
}

/* What a file holds now stays. */
static void settle(int fd) {
  if (ignore_syncs) return;
  int log = log_of(fd, O_WRONLY | O_TRUNC);
  if (log >= 0) close(log);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
  pthread_mutex_lock(&lock);
  remember(fd, offset, length, 0);
  ssize_t written = real_pwrite(fd, bytes, length, offset);
  pthread_mutex_unlock(&lock);
  return written;
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) { return pwrite64(fd, bytes, length, offset); }

ssize_t write(int fd, const void *bytes, size_t length) {
  if (!real_write) begin(); /* another library's constructor was first */
  off64_t offset = folder ? lseek64(fd, 0, SEEK_CUR) : -1;
  if (offset < 0) return real_write(fd, bytes, length);
  pthread_mutex_lock(&lock);
  if (fcntl(fd, F_GETFL) & O_APPEND) offset = lseek64(fd, 0, SEEK_END);
  remember(fd, offset, length, 0);
  ssize_t written = real_write(fd, bytes, length);
  pthread_mutex_unlock(&lock);
  return written;
}

int ftruncate64(int fd, off64_t size) {
  pthread_mutex_lock(&lock);
  struct stat64 now;
  if (!fstat64(fd, &now) && now.st_size > size) remember(fd, size, now.st_size - size, 1);
  else remember(fd, size, 0, 1);
  int result = real_ftruncate(fd, size);
  pthread_mutex_unlock(&lock);
  return result;
}

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

int fsync(int fd) {
  pthread_mutex_lock(&lock);
  int result = real_fsync(fd);
  if (!result) settle(fd);
  pthread_mutex_unlock(&lock);
  return result;
}

int fdatasync(int fd) {
  pthread_mutex_lock(&lock);
  int result = real_fdatasync(fd);
  if (!result) settle(fd);
  pthread_mutex_unlock(&lock);
  return result;
}
