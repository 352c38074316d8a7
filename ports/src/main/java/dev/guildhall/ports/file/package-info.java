/** Files that users upload (chat-16 to chat-19). */
@NullMarked
package dev.guildhall.ports.file;

import org.jspecify.annotations.NullMarked;
