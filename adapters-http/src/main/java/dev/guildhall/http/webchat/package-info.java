/** The chat front-end over HTTP: browser sessions, chats, files, tasks and the dashboard (spec/2, contract 5). */
package dev.guildhall.http.webchat;
