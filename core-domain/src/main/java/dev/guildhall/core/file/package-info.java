/** Files that users upload (chat-16 to chat-19). */
@NullMarked
package dev.guildhall.core.file;

import org.jspecify.annotations.NullMarked;
