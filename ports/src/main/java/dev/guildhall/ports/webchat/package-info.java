/** The chat front-end: browser sessions, chats of web users and their running replies (chat-1 to chat-15). */
@NullMarked
package dev.guildhall.ports.webchat;

import org.jspecify.annotations.NullMarked;
