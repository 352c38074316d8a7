/** The chat front-end over HTTP: browser sessions, chats, files, tasks and the dashboard. */
package dev.guildhall.http.webchat;
