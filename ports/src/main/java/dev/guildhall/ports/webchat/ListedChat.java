package dev.guildhall.ports.webchat;

/**
 * A chat in the list of a web user, with what is going on in it.
 *
 * @param chat the chat
 * @param running whether an answer is being given there, on whatever node
 */
public record ListedChat(WebChat chat, boolean running) {}
