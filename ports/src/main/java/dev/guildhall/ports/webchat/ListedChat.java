package dev.guildhall.ports.webchat;

/**
 * A chat in the list of a web user, with its activity.
 *
 * @param chat the chat
 * @param running whether a reply is running in it, on any node
 */
public record ListedChat(WebChat chat, boolean running) {}
