/** Files that users upload (chat-16 to chat-19). */
package dev.guildhall.core.file;
