/** The chat front-end: browser sessions, chats of web users and their running answers (spec/2, contract 5). */
package dev.guildhall.ports.webchat;
